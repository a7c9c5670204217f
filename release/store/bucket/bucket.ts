import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { UserError } from '@corvane/tools/command/user-error';
import { inParallel } from '../destination.ts';

interface StoredObject {
  key: string;
  changedAt: Date;
  bytes: number;
}

export interface BucketOptions {
  bucket: string;
  /** Put before every key, '' or ending in `/`. */
  prefix: string;
  /** Origin of an S3-compatible server. The default is Amazon's own. */
  endpoint?: string;
  region: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Longest wait for one answer. */
  timeoutMs?: number;
  /** Tries of one request, the first included. */
  maxAttempts?: number;
}

const TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 4;
/** The tag of no content. */
export const NO_TAG = '"none"';

/** The few operations that releases need of an S3-compatible bucket. Every failure is a `UserError` of one line. */
export class Bucket {
  readonly name: string;
  readonly #client: S3Client;
  readonly #options: BucketOptions;

  constructor(options: BucketOptions) {
    this.#options = options;
    this.name = `s3://${options.bucket}/${options.prefix}`;
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#client = new S3Client({
      region: options.region,
      maxAttempts: options.maxAttempts ?? MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: timeoutMs,
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
      // Servers other than Amazon's know no checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    });
  }

  /** null when the object does not exist. */
  async read(key: string): Promise<Uint8Array | null> {
    return (await this.readTagged(key))?.content ?? null;
  }

  /** As `read`, with the tag that names this content to `writeOver`. */
  async readTagged(key: string): Promise<{ content: Uint8Array; tag: string } | null> {
    try {
      const answer = await this.#client.send(new GetObjectCommand(this.#at(key)));
      const content = (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
      return { content, tag: answer.ETag ?? NO_TAG };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw this.#explain(error, 'read', key);
    }
  }

  async write(key: string, content: Uint8Array | string, contentType: string): Promise<void> {
    await this.#put(key, content, contentType, {});
  }

  /** @returns false, with nothing changed, when the object already exists. */
  async writeNew(key: string, content: Uint8Array | string, contentType: string): Promise<boolean> {
    return this.#put(key, content, contentType, { IfNoneMatch: '*' });
  }

  /** @returns false, with nothing changed, when the object has no longer the content of this tag. */
  async writeOver(key: string, tag: string, content: string, contentType: string): Promise<boolean> {
    return this.#put(key, content, contentType, { IfMatch: tag });
  }

  /** Every object whose key begins with `keyPrefix`. The keys are as given to the other operations. */
  async list(keyPrefix: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    let after: string | undefined;
    do {
      const answer = await this.#client
        .send(
          new ListObjectsCommand({
            Bucket: this.#options.bucket,
            Prefix: this.#options.prefix + keyPrefix,
            ...(after === undefined ? {} : { Marker: after }),
          }),
        )
        .catch((error: unknown) => {
          throw this.#explain(error, 'list', keyPrefix);
        });
      for (const { Key = '', LastModified, Size = 0 } of answer.Contents ?? []) {
        found.push({
          key: Key.slice(this.#options.prefix.length),
          changedAt: LastModified ?? new Date(0),
          bytes: Size,
        });
      }
      after = answer.IsTruncated ? answer.Contents?.at(-1)?.Key : undefined;
    } while (after !== undefined);
    return found;
  }

  /**
   * One by one: for several at once, stores ask for different checksums. A refused key keeps no other from being removed.
   * @throws for the first key that the store kept
   */
  async remove(keys: readonly string[]): Promise<void> {
    const failures = await inParallel(keys, (key) =>
      this.#client.send(new DeleteObjectCommand(this.#at(key))).then(
        () => null,
        (error: unknown) => ({ error, key }),
      ),
    );
    const failure = failures.find((each) => each !== null);
    if (failure) throw this.#explain(failure.error, 'remove', failure.key);
  }

  async #put(
    key: string,
    content: Uint8Array | string,
    contentType: string,
    condition: { IfNoneMatch?: string; IfMatch?: string },
  ): Promise<boolean> {
    try {
      await this.#client.send(
        new PutObjectCommand({ ...this.#at(key), Body: content, ContentType: contentType, ...condition }),
      );
      return true;
    } catch (error) {
      // 409: another conditional write of the same key is under way.
      if (Object.keys(condition).length > 0 && [409, 412].includes(statusOf(error))) return false;
      throw this.#explain(error, 'write', key);
    }
  }

  #at(key: string) {
    return { Bucket: this.#options.bucket, Key: this.#options.prefix + key };
  }

  #explain(error: unknown, verb: string, key: string): UserError {
    const status = statusOf(error);
    const reason =
      status > 0
        ? `it answers ${status} ${(error as Error).name}`
        : (error as Error).message || String(error);
    return new UserError(`Could not ${verb} ${key} in ${this.name}: ${reason}`, { cause: error });
  }
}

/** 0 for an error without an answer. */
function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
}
