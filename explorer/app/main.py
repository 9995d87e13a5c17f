"""Entry of the app: ``streamlit run explorer/app/main.py``; the store is named by ``SAITEI_STORE``."""

from explorer.app import frame

frame.run()
