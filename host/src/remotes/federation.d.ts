/** The store in which remotes look for React: package, version, and a function that returns the module's factory. */
declare var __federation_shared__: {
  default: Record<string, Record<string, { get(): Promise<() => unknown> }>>;
};

declare module 'virtual:__federation__' {
  interface RemoteConfig {
    url: () => Promise<string>;
    format: 'esm';
    from: 'vite';
  }
  export function __federation_method_setRemote(name: string, config: RemoteConfig): void;
  export function __federation_method_getRemote(name: string, exposed: string): Promise<unknown>;
  export function __federation_method_unwrapDefault(module: unknown): unknown;
}
