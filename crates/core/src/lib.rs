//! What every game shares: the referee contract, records, limits, players and views.
