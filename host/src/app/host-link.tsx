import type { LinkProps } from '@corvane/shared/contracts/host-services';
import { Link } from 'react-router-dom';

/** The site's link: within the site it navigates without a page load, as the router's does. */
export function HostLink({ to, state, replace, ...rest }: LinkProps) {
  return <Link to={to} state={state} replace={replace} {...rest} />;
}
