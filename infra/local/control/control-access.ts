import type { IncomingHttpHeaders } from 'node:http';

/** Who may use the control endpoints: they show mails with links that log in, and set the clock. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request to `/_local` is refused; undefined when it is not. A `Host` that is not loopback is that of a page whose name leads to this
 * machine (DNS rebinding); another `Origin` is that of a page of somebody else.
 *
 * @param appOrigin the origin of the web application that the runtime was started for (`LOCAL_APP_URL`)
 */
export function controlRefusal({ host = '', origin }: IncomingHttpHeaders, appOrigin?: string): string | undefined {
  if (!LOOPBACK.test(host)) return 'The Host header must name this machine, such as 127.0.0.1.';
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}` || origin === appOrigin;
  return isOwn ? undefined : 'Pages of another origin may not use /_local.';
}
