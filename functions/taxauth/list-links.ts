import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { activeLinks, hidden, openLinks, type OwnLink, readLinkList } from '#shared/authority/taxauth/connections/link-store.ts';
import { presentLink } from '#shared/authority/taxauth/connections/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/token-links',
    summary: "List the caller's active connect links",
    auth: 'user',
    responses: { 200: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.linkSchema.array()) },
    uses: ['secrets-key:decrypt:taxauth-link'],
    read: ({ userId }) => readLinkList(userId),
    present: (links: OwnLink[]) => links.map(presentLink),
  },
  // An API key may be in a program that shows what it reads: only a login gets the tokens.
  ({ actor, loaded }) => (actor.apiToken ? activeLinks(loaded).map(hidden) : openLinks(activeLinks(loaded))),
);
