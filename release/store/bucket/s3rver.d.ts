declare module '@20minutes/s3rver' {
  interface Context {
    method: string;
    path: string;
    socket: { destroy(): void };
    status: number;
    body: unknown;
    get(header: string): string;
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      directory: string;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { name: string }[];
    });
    readonly middleware: Middleware[];
    readonly store: {
      /** Rejects for an object that does not exist. */
      getMetadata(bucket: string, key: string): Promise<{ etag: string }>;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  /** Whom all servers of the process know. */
  const account: {
    DUMMY_ACCOUNT: {
      createKeyPair(accessKeyId: string, secretAccessKey: string): void;
      revokeAccessKey(accessKeyId: string): void;
    };
  };
  export default account;
}
