import { start } from './app.js';
import { use } from './backend/index.js';
import { served } from './backend/served.js';

/** The page as a server sends it. */
use(served);
void start();
