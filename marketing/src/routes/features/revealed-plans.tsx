import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import { PlansSection } from '../../sections/plans/plans-section.tsx';

export interface RevealedPlansProps {
  hideLabel: string;
  onHide(): void;
}

/** The plans with a button to hide them. That button takes the focus from the one that showed them. */
export function RevealedPlans({ hideLabel, onHide }: RevealedPlansProps) {
  const hideButton = useRef<HTMLDivElement>(null);
  useEffect(() => hideButton.current?.querySelector('button')?.focus(), []);
  return (
    <PlansSection
      className="py-16 md:pt-20 md:pb-24"
      aside={
        <div ref={hideButton}>
          <Button onClick={onHide}>{hideLabel}</Button>
        </div>
      }
    />
  );
}
