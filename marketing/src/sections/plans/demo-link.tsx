import { buttonClass } from '@corvane/shared/ui/button';
import type { MouseEvent } from 'react';
import { useHost } from '../../host-context.tsx';
import { PRICING_DEMO_SOURCE } from '../contact/contact-query.ts';
import { useContactDialog } from '../contact/use-contact-dialog.tsx';

interface DemoLinkProps {
  label: string;
  /** Name of the plan whose price is hidden. */
  tier: string;
}

/** Books a demo about a plan: over the page, or on the contact page in another tab and without scripts. */
export function DemoLink({ label, tier }: DemoLinkProps) {
  const { Link } = useHost();
  const { path, open, dialog } = useContactDialog({ source: PRICING_DEMO_SOURCE, tier });

  function openHere(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Safari on macOS does not focus a clicked link, and the dialog gives the focus back to where it was.
    event.currentTarget.focus({ preventScroll: true });
    open();
  }

  return (
    <>
      <Link to={path} onClick={openHere} className={buttonClass('outline', 'w-full px-3! text-sm')}>
        {label}
      </Link>
      {dialog}
    </>
  );
}
