import * as z from 'zod';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { activeLinks, linkSchema, presentLink, readLinkList, type TokenLink } from '../../shared/taxauth/links.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/token-links',
    summary: "The caller's active links",
    auth: 'user',
    responses: { 200: z.array(linkSchema) },
    uses: ['table:read'],
    read: ({ userId }) => readLinkList(userId),
    present: (links: TokenLink[]) => links.map(presentLink),
  },
  ({ loaded }) => activeLinks(loaded),
);
