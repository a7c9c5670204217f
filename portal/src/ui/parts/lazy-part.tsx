import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { Component, type ComponentType, type ReactElement, type ReactNode, useEffect, useState } from 'react';

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

/**
 * What most parts show while their code loads, and if it cannot be loaded.
 * @param what completes 'Loading …' and 'Failed to load …'. @example 'your customers'
 */
export function usualStates(what: string): Pick<LazyPartProps<object>, 'pending' | 'failed'> {
  return {
    pending: (
      <PendingRegion label={`Loading ${what}`}>
        <Skeleton className="h-80 w-full" />
      </PendingRegion>
    ),
    failed: (retry) => <ErrorState title={`Failed to load ${what}.`} onRetry={retry} />,
  };
}

/** One each 20 ms. */
const MOST_LOOKS = 250;

/**
 * WebKit answers an `import()` before the file has run, if another `import()` of the same file is on its way. What the
 * file exports is undefined until then. And it ends all imports when a page is about to be left, which may stay: the
 * link leads to a download, or another page takes its time.
 */
async function loadWhole<Props extends object>(
  load: PartProps<Props>['load'],
  isWanted: () => boolean,
): Promise<ComponentType<Props>> {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  // Only while it loads: some browsers keep no page with such a listener for the way back.
  window.addEventListener('beforeunload', leave);
  try {
    for (let look = 0; look < MOST_LOOKS && isWanted(); look += 1) {
      const part: { default?: ComponentType<Props> } | null = await load().catch((error: unknown) => {
        if (isLeft) return null;
        throw error;
      });
      if (part?.default !== undefined) return part.default;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    window.removeEventListener('beforeunload', leave);
  }
  throw new Error('The file of a part has not run');
}

type Loaded<Props> = { Component: ComponentType<Props> } | { error: unknown };

function Part<Props extends object>({ load, props, pending, within: Within }: PartProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props> | null>(null);
  useEffect(() => {
    let isHere = true;
    const settle = (result: Loaded<Props>) => {
      if (isHere) setLoaded(result);
    };
    loadWhole(load, () => isHere).then(
      (Component) => settle({ Component }),
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

interface PartBoundaryProps {
  children: ReactNode;
  /** Replaces a part that could not be loaded or rendered. `failures` counts from 1. */
  fallback(retry: () => void, failures: number): ReactNode;
}

/** Contains the errors of a part: the rest of the page stays as it is. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean; failures: number }> {
  override state = { failed: false, failures: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render() {
    const { failed, failures } = this.state;
    return failed
      ? this.props.fallback(() => this.setState({ failed: false }), Math.max(failures, 1))
      : this.props.children;
  }
}
