import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;
/** Smaller files gain nothing from compression. */
const COMPRESS_FROM_BYTES = 256;

/** Sizes of the window, as powers of two. Which one is best differs by 200 bytes, from build to build. */
const BROTLI_WINDOWS = [18, 22];

/**
 * What is released once and sent to many is worth the slowest. `RELEASE_COMPRESSION=fast` is for tests that do not measure
 * it: a fiftieth of the time for files that are a tenth to a fifth larger.
 */
async function smallestBrotli(content: Buffer): Promise<Buffer> {
  const isFast = process.env.RELEASE_COMPRESSION === 'fast';
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_QUALITY } = zlib.constants;
  const all = (isFast ? [22] : BROTLI_WINDOWS).map((bits) =>
    brotli(content, {
      params: { [BROTLI_PARAM_QUALITY]: isFast ? 5 : BROTLI_MAX_QUALITY, [BROTLI_PARAM_LGWIN]: bits },
    }),
  );
  return (await Promise.all(all)).reduce((best, one) => (one.length < best.length ? one : best));
}

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes a `.br` and a `.gz` beside every file that is worth it. A web server picks them by name. */
export async function precompress(dir: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(dir, file)));
}

async function compress(dir: string, file: string): Promise<void> {
  const content = await readFile(path.join(dir, file));
  if (content.length < COMPRESS_FROM_BYTES) return;
  const [br, gz] = await Promise.all([smallestBrotli(content), gzip(content, { level: 9 })]);
  await writeFile(path.join(dir, `${file}.br`), br);
  await writeFile(path.join(dir, `${file}.gz`), gz);
}
