import { Button, buttonClass } from '@corvane/shared/ui/button';
import { type ComponentType, useState } from 'react';
import type { ContactDialogContent } from '../../content/contact-schemas.ts';
import { useHost } from '../../host-context.tsx';
import { useHydrated } from '../../use-hydrated.ts';

type DialogComponent = ComponentType<{ source: string; tier: string; onClose(): void }>;

interface ContactDialogButtonProps {
  content: ContactDialogContent;
  variant: 'signal' | 'solid';
}

const BUTTON_CLASS = 'min-h-14 px-6 text-lg';

/**
 * Opens the contact form over the page. Its code is fetched on demand. If that fails, the button opens the contact
 * page.
 */
export function ContactDialogButton({ content, variant }: ContactDialogButtonProps) {
  const { navigate } = useHost();
  const isReady = useHydrated();
  const [isLoading, setIsLoading] = useState(false);
  /** Wrapped, because React calls a function that it is given as a state. */
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null);
  const { action, source, tier } = content;
  const page = `/contact?source=${encodeURIComponent(source)}&tier=${encodeURIComponent(tier)}`;

  function open(): void {
    setIsLoading(true);
    import('./contact-dialog.tsx')
      .then(
        ({ default: Component }) => setDialog({ Component }),
        () => navigate(page),
      )
      .finally(() => setIsLoading(false));
  }

  return (
    <>
      <Button
        variant={variant}
        className={BUTTON_CLASS}
        disabled={!isReady}
        busy={isLoading}
        aria-haspopup="dialog"
        onClick={open}
      >
        {action}
      </Button>
      <noscript>
        <a href={page} className={buttonClass('outline', 'mt-2 min-h-14 px-6')}>
          Contact page
        </a>
      </noscript>
      {dialog === null ? null : (
        <dialog.Component source={source} tier={tier} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
