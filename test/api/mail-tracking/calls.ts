import type { Service } from '../../support/service.ts';

/** Addresses of the service in a tracked mail: paths and queries, as a browser reads them. */
export function addressesIn(html: string): { picture: string | undefined; links: string[] } {
  const found = [...html.matchAll(/(?:src|href)="([^"]*\/api\/v1\/t\/[^"]*)"/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
  return { picture: found.find(path => path.endsWith('/open.gif')), links: found.filter(path => path.includes('/click?')) };
}

/** The mail of an address, whose links to the service a test calls. */
export async function mailTo(service: Service, to: string) {
  const [mail] = await service.mailbox(to);
  if (!mail) throw new Error(`No mail has come for ${to}.`);
  return { ...mail, ...addressesIn(mail.html ?? '') };
}
