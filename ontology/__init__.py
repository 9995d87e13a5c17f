"""What the words mean and what follows from them: vocabulary, shapes, rules, checks, queries, reasoner."""
