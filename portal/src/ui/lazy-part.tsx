import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { PartBoundary } from './part-boundary.tsx';

interface LazyPartProps<Props extends object> {
  load(): Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** As tall as the part. */
  pending: ReactNode;
  /** Replaces a part that could not be loaded or rendered. A retry loads it again. */
  failed(retry: () => void): ReactNode;
}

/** A part whose code is fetched when it is first rendered. */
export function LazyPart<Props extends object>({ load, props, pending, failed }: LazyPartProps<Props>) {
  const [Part, setPart] = useState(() => lazy<ComponentType<Props>>(load));
  return (
    <PartBoundary
      fallback={(retry) =>
        failed(() => {
          setPart(() => lazy<ComponentType<Props>>(load));
          retry();
        })
      }
    >
      <Suspense fallback={pending}>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  );
}
