import type { Brand } from '@corvane/shared/brand/brand-schema';

interface SocialAccountsProps {
  /** Name of the brand. */
  name: string;
  accounts: Brand['social'];
}

/** Our accounts on other networks: links for those with an address, and the names of the others. */
export function SocialAccounts({ name, accounts }: SocialAccountsProps) {
  const networks = Object.entries(accounts);
  const linked = networks.filter(([, address]) => address !== '');
  const coming = networks.filter(([, address]) => address === '').map(([network]) => network);
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      {linked.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-6">
          {linked.map(([network, address]) => (
            <li key={network}>
              <a
                href={address}
                rel="me noopener"
                className="inline-flex min-h-11 items-center text-ink no-underline underline-offset-4 hover:underline"
              >
                <span className="sr-only">{name} on </span>
                {network}
              </a>
            </li>
          ))}
        </ul>
      )}
      {coming.length === 0 ? null : (
        <p>
          {coming.join(', ')} <ComingMark />
        </p>
      )}
    </div>
  );
}

/** Marks what is announced but not available yet. */
export function ComingMark() {
  return (
    <span className="ml-1 rounded-full border border-line px-2 py-0.5 text-sm whitespace-nowrap text-muted">
      coming soon
    </span>
  );
}
