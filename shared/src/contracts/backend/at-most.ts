import { formatCount } from '../../lib/counted.ts';
import { z } from '../../lib/zod.ts';

/** At most this many UTF-16 code units. The words are made when it fails. */
export const atMost = (max: number) =>
  z.maxLength(max, { error: () => `Please use at most ${formatCount(max)} characters` });
