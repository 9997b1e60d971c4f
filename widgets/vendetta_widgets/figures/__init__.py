"""What all figures share, whichever game they are of: plotly in the page, colours and letters, staircases."""
