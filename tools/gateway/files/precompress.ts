import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;
/** Smaller files gain nothing from compression. */
const COMPRESS_FROM_BYTES = 256;

/**
 * What is released once and sent to many is worth the slowest. `RELEASE_COMPRESSION=fast` is for tests that do not measure
 * it: a fiftieth of the time for files that are a tenth to a fifth larger.
 */
function brotliOptions(): zlib.BrotliOptions {
  const quality = process.env.RELEASE_COMPRESSION === 'fast' ? 5 : zlib.constants.BROTLI_MAX_QUALITY;
  return { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } };
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
  const [br, gz] = await Promise.all([brotli(content, brotliOptions()), gzip(content, { level: 9 })]);
  await writeFile(path.join(dir, `${file}.br`), br);
  await writeFile(path.join(dir, `${file}.gz`), gz);
}
