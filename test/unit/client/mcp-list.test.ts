import { beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../../clients/mcp/src/document.ts';
import { listedTools, toolsOf } from '../../../clients/mcp/src/tools.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';

/** The list of tools, which every conversation of an assistant begins with. */

let document: Document;
beforeAll(async () => {
  document = (await openApiDocument((await loadCatalogue()).endpoints, {
    serverUrl: 'https://api.example.com',
  })) as unknown as Document;
});

/** The scopes of a webshop's key. */
const WEBSHOP = [
  ...['client.view', 'client.create', 'client.edit', 'product.view', 'product.create', 'product.edit', 'series.view'],
  ...['invoice.view', 'invoice.create', 'invoice.edit', 'invoice.issue', 'efactura.submit', 'webhook.view', 'webhook.manage'],
];

/** 15,000 tokens, of some four letters each. */
const MOST_LETTERS = 60_000;

describe('the list of tools for the key of a webshop', () => {
  const named = (selection: object = {}): string[] =>
    toolsOf(document, { permissions: WEBSHOP, ...selection }).map(({ name }) => name);

  it(`has at most ${MOST_LETTERS} letters`, () => {
    const list = JSON.stringify({ tools: listedTools(toolsOf(document, { permissions: WEBSHOP })) });
    expect(list.length).toBeLessThan(MOST_LETTERS);
  });

  it('has what a webshop does, and nothing that it seldom needs', () => {
    expect(named()).toEqual(
      expect.arrayContaining([
        ...['clients-create', 'clients-list', 'products-create', 'document-series-list', 'invoices-create', 'invoices-update'],
        ...['invoices-issue', 'invoices-submit', 'invoices-pdf', 'invoices-xml', 'webhooks-create', 'webhooks-test'],
      ]),
    );
    const noise =
      /^(api-tokens|taxauth|share-links|me|organizations|reference|sync|attachments|delivery-note|proforma|transport)-/;
    expect(named().filter(name => noise.test(name))).toEqual([]);
    expect(named()).not.toContain('webhooks-regenerate-secret');
  });

  it('has whole areas where they are asked for', () => {
    expect(named({ areas: ['webhooks'] })).toContain('webhooks-regenerate-secret');
    expect(named({ areas: ['webhooks'] })).not.toContain('clients-list');
    expect(named({ areas: ['all'] })).toEqual(
      expect.arrayContaining(['api-tokens-list', 'taxauth-save-token', 'share-links-revoke', 'delivery-notes-create']),
    );
  });

  it('leaves seldom needed tools out of the areas of everyday work', () => {
    const everything = toolsOf(document, { permissions: PERMISSIONS, areas: ['all'] });
    const everyday = toolsOf(document, { permissions: PERMISSIONS });
    const left = everything.filter(({ name }) => !everyday.some(tool => tool.name === name));
    const areaOf = ({ path, method }: (typeof left)[number]) => document.paths[path]?.[method.toLowerCase()]?.tags?.[0];
    const areas = new Set(everyday.map(areaOf));
    expect(left.filter(tool => areas.has(areaOf(tool))).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['clients-vies-lookup', 'document-series-audit', 'invoices-signature', 'webhooks-replay']),
    );
  });
});

describe('the short form of a schema', () => {
  const schemaOf = (tool: string, full: boolean): string =>
    JSON.stringify(toolsOf(document, { permissions: WEBSHOP, full }).find(({ name }) => name === tool)?.inputSchema);

  it.each(['invoices-create', 'invoices-update'])('of %s has no rare fields, which the full one has', tool => {
    const [short, full] = [schemaOf(tool, false), schemaOf(tool, true)];
    for (const field of ['clientId', 'receiverName', 'issueDate', 'lines', 'unitPrice', 'orderNumber', 'vatRate'])
      expect(short, field).toContain(`"${field}":`);
    for (const field of ['ublExtensions', 'payeeBankAccount', 'taxPointDateCode', 'tvaLaIncasare']) {
      expect(short, field).not.toContain(`"${field}":`);
      expect(full, field).toContain(`"${field}":`);
    }
    expect(short).toContain('Takes more fields');
    expect(short.length * 2).toBeLessThan(full.length);
  });

  it('has no limits, and one type for numbers that may be texts', () => {
    const short = schemaOf('invoices-create', false);
    expect(short).not.toMatch(/"(maxLength|pattern|maxItems)":["\d]/);
    expect(short).toContain('"quantity":{"type":"number"');
    expect(schemaOf('invoices-create', true)).toMatch(/"maxLength":\d/);
  });
});
