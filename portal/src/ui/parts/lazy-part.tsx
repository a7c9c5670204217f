import { type ComponentType, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { PartBoundary } from './part-boundary.tsx';

interface PartProps<Props extends object> {
  /** The same function in every render. */
  load(): Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** As tall as the part. */
  pending: ReactElement | null;
  /** Contains the errors of the part itself, once its code is there. Without it, `failed` replaces those too. */
  within?: ComponentType<{ children: ReactNode }>;
}

interface LazyPartProps<Props extends object> extends PartProps<Props> {
  /** Replaces a part that could not be loaded. A retry loads it again. */
  failed(retry: () => void): ReactNode;
}

/**
 * A part whose code is fetched when it is first rendered. Without Suspense: React holds back what suspended for 300
 * ms after each placeholder. So a part within a part would wait twice, even if its code is there at once.
 */
export function LazyPart<Props extends object>({ failed, ...part }: LazyPartProps<Props>) {
  return (
    <PartBoundary fallback={failed}>
      <Part {...part} />
    </PartBoundary>
  );
}

type Loaded<Props> = { Component: ComponentType<Props> } | { error: unknown };

function Part<Props extends object>({ load, props, pending, within: Within }: PartProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props> | null>(null);
  useEffect(() => {
    let isHere = true;
    const settle = (result: Loaded<Props>) => {
      if (isHere) setLoaded(result);
    };
    load().then(
      ({ default: Component }) => settle({ Component }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      isHere = false;
    };
  }, [load]);
  if (loaded === null) return pending;
  // For the boundary, which also reports it.
  if ('error' in loaded) throw loaded.error;
  const part = <loaded.Component {...props} />;
  return Within ? <Within>{part}</Within> : part;
}
