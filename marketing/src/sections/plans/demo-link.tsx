import { buttonClass } from '@corvane/shared/ui/button';
import type { MouseEvent } from 'react';
import { useHost } from '../../host-context.tsx';
import { PRICING_DEMO_SOURCE } from '../contact/contact-query.ts';
import { useContactDialog } from '../contact/use-contact-dialog.tsx';

interface DemoLinkProps {
  label: string;
  /** Name of the plan with the hidden price. */
  tier: string;
}

/** Books a demo about a plan: in a dialog, or on the contact page in a new tab or without scripts. */
export function DemoLink({ label, tier }: DemoLinkProps) {
  const { Link } = useHost();
  const { path, open, dialog } = useContactDialog({ source: PRICING_DEMO_SOURCE, tier });

  function openHere(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Safari on macOS does not focus a clicked link, and the dialog returns the focus to the link.
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
