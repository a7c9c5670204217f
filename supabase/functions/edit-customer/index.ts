import { serveFunction } from '../_shared/request/serve-function.ts';
import { handle } from './handler.ts';

serveFunction(handle);
