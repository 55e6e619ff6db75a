import { start } from './app.js';

/** The page as a server sends it. */
void start();
