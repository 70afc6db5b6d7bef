"""How often an order that hides in what a judge reads changes its verdict, by judge, place and model."""
