"""Graph to people: command line, Streamlit app, graph drawing, SPARQL endpoint, reports."""
