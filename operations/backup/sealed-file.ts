import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { UserError } from '@corvane/tools/command/user-error';
import { Decrypter, Encrypter } from 'age-encryption';

/** What the manifest says of a file, to notice a torn or exchanged one without the key. */
interface FileSum {
  bytes: number;
  sha256: string;
}

const OWNER_ONLY = 0o600;

/** Writes a stream to a new file, which only the key to this recipient (`age1…`) opens. */
export async function writeSealed(file: string, content: Readable, recipient: string): Promise<FileSum> {
  const encrypter = encrypterFor(recipient);
  const encrypted = await encrypter.encrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>);
  const hash = createHash('sha256');
  let bytes = 0;
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      bytes += chunk.length;
      pass(null, chunk);
    },
  });
  const target = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
  await pipeline(Readable.fromWeb(encrypted as WebStream<Uint8Array>), sum, target);
  return { bytes, sha256: hash.digest('hex') };
}

/** @throws UserError when the text is no recipient. */
export function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new UserError('BACKUP_RECIPIENT must be a public key of age, age1…: `ops backup key` makes one');
  }
  return encrypter;
}

/** The content of a sealed file. @param identities one of them opens it @throws UserError when none does. */
export async function openSealed(file: string, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw new UserError('The key file holds no AGE-SECRET-KEY-…');
  }
  const source = createReadStream(file);
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(opened as WebStream<Uint8Array>);
  } catch (error) {
    source.destroy();
    throw /no identity matched/i.test((error as Error).message)
      ? new UserError('The backup was made for another key than those in the key file')
      : new UserError(`${file} cannot be opened: ${(error as Error).message}`);
  }
}

/** @throws UserError when the file is missing, torn or another. */
export async function checkSum(file: string, expected: FileSum): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new UserError(`The backup is incomplete: ${file} is missing`);
  if (found.size !== expected.bytes)
    throw new UserError(`The backup is incomplete: ${file} has ${found.size} of ${expected.bytes} bytes`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== expected.sha256)
    throw new UserError(`The backup is damaged: ${file} has another checksum than backup.json says`);
}

/** The keys in a file, without comments. @throws UserError when the file cannot be read or holds no key. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`--key ${file} cannot be read`);
  });
  const identities = text.match(/^AGE-SECRET-KEY-\S+$/gm) ?? [];
  if (identities.length === 0) throw new UserError(`--key ${file} holds no AGE-SECRET-KEY-…`);
  return identities;
}
