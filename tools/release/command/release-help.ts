import { APPS } from '../../workspace/apps.ts';
import { CANARY_MAX_PERCENT } from '../store/site-state.ts';

export const RELEASE_HELP = `Ships one application without the others, and takes it back.

  release <application>               builds it, tests the site with it in a browser, makes it live
  release <application> --preview     the same under an address of its own that nobody can guess; nothing goes live
  release <application> --canary 10   makes it live for so many percent of the visitors, at most ${CANARY_MAX_PERCENT}
  release promote                     gives the canary to everybody
  release abort                       takes the canary back from everybody
  release rollback <application> [version]
                                      goes back, by default to what was live before
  release restore <state>             goes back to a whole earlier state, even when what is live is broken
  release list [application]          versions, and what changed last
  release diff <application> [version]
                                      what releasing the work tree, or that version, would change
  release stats [--hours 24]          what browsers saw of each version: speed and failures
  release prune [--dry-run]           removes versions that are neither among the last 20 nor of the last 30 days
  release pull <directory>            makes a directory a document root that serves what a bucket has

  <application> is one of: ${APPS.join(', ')}
  --build <directory>  takes a finished build, with client/ and server/ in it, instead of building

Where releases go comes from the environment:

  RELEASE_DESTINATION        a document root, or s3://<bucket>/<prefix>; the local stack's when not set
  S3_ENDPOINT, AWS_REGION    where a bucket is, when it is not Amazon's; its keys as the AWS tools read them
  SITE_URL, BRAND_NAME, API_URL, SUPABASE_PUBLISHABLE_KEY
                             what pages are told; needed once, then kept with the site
`;
