import { environment } from '#shared/platform/aws/environment.ts';

/**
 * A link of a mail to the web application. A hosted page gets the token in the fragment, which browsers send to nobody: it reaches no log, and
 * the page's script sends it in a body. An application of the deployer's own gets it in the query.
 *
 * @param path such as `/reset-password`
 */
export function linkWithToken(path: string, token: string): string {
  const appUrl = environment('appUrl');
  const isHosted = appUrl === `${environment('apiUrl')}/pages`;
  return `${appUrl}${path}${isHosted ? '#' : '?'}token=${token}`;
}
