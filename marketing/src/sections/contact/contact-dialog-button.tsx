import { onIntent } from '@corvane/shared/lib/on-intent';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import type { ContactDialogContent } from '../../content/contact/contact-schemas.ts';
import { loadContactDialog, useContactDialog } from './use-contact-dialog.tsx';

interface ContactDialogButtonProps {
  content: ContactDialogContent;
  variant: 'signal' | 'solid';
}

const PREPARE_DIALOG = onIntent(loadContactDialog);

const BUTTON_CLASS = 'min-h-14 px-6 text-lg';

/** Opens the contact form over the page. */
export function ContactDialogButton({ content, variant }: ContactDialogButtonProps) {
  const { action, source, tier } = content;
  const { path, open, isLoading, dialog } = useContactDialog({ source, tier });
  return (
    <>
      <Button
        variant={variant}
        className={BUTTON_CLASS}
        busy={isLoading}
        aria-haspopup="dialog"
        {...PREPARE_DIALOG}
        onClick={open}
      >
        {action}
      </Button>
      <noscript>
        <a href={path} className={buttonClass('outline', 'mt-2 min-h-14 px-6')}>
          Contact page
        </a>
      </noscript>
      {dialog}
    </>
  );
}
