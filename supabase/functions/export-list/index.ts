import { serveFunction } from '../_shared/serve-function.ts';
import { handle } from './handler.ts';

serveFunction(handle);
