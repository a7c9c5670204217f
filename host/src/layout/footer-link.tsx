import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { SiteLink } from './site-links.ts';

export function FooterLink({ host: { Link }, path, label }: SiteLink & { host: HostServices }) {
  return (
    <Link
      to={path}
      className="inline-flex min-h-11 items-center text-ink no-underline underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}
