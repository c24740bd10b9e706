import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** The limits of the tax authority are counted where it is called: `callAuthority` (shared/authority/calls/call.ts). Nothing else may call it. */

/** Not imported: to find the names that 9 MB of CommonJS export takes half a second. */
const { createSourceFile, forEachChild, isIdentifier, isStringLiteral, ScriptTarget } = createRequire(import.meta.url)(
  'typescript',
) as typeof ts;

const root = join(import.meta.dirname, '..', '..');
const files = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root }).sort();

/** The names and imported modules of a file's code, without comments and texts. */
function wordsOf(file: string): Set<string> {
  const source = createSourceFile(file, readFileSync(join(root, file), 'utf8'), ScriptTarget.Latest, true);
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isIdentifier(node) || isStringLiteral(node)) words.add(node.text);
    forEachChild(node, visit);
  };
  visit(source);
  return words;
}

const words = new Map(files.map(file => [file, wordsOf(file)]));
const using = (...wanted: string[]): string[] => files.filter(file => wanted.some(word => words.get(file)?.has(word)));

/** All modules and names that open network connections, besides the clients of AWS, and whom they connect to. */
const NETWORK: Record<string, string> = {
  'shared/documents/anchors/timestamp-authority.ts': 'the time-stamping authority',
  'shared/authority/calls/call.ts': 'the tax authority and its registers',
  'shared/records/exchange-rates/source.ts': 'the national bank',
  'shared/accounts/identity/sign-in/captcha.ts': 'the provider of captchas',
  'shared/accounts/identity/sign-in/idp.ts': 'the identity provider',
  'shared/authority/registries/vat-registry.ts': "the European Commission's register, which is none of the authority's",
  'shared/output/webhooks/post/post.ts': 'receivers of webhooks',
};

describe('the tax authority is called in one place', () => {
  it('no other code opens network connections', () => {
    const http = [
      'node:http',
      'node:https',
      'node:http2',
      'node:net',
      'node:tls',
      'undici',
      'axios',
      'got',
      'createRemoteJWKSet',
    ];
    const direct = using('fetch', 'WebSocket', 'XMLHttpRequest', ...http).filter(file => !ADDRESSES_ONLY.includes(file));
    expect(direct).toEqual(Object.keys(NETWORK).toSorted());
  });

  it('code that knows an address of the authority calls it there, and names what is counted', () => {
    const knowing = using('taxauthUrl', 'taxauthTransportUrl', 'TAXAUTH_OAUTH_URL', 'COMPANY_REGISTRY_URL', 'TAXAUTH_URL');
    expect(knowing).toEqual([
      'shared/authority/registries/registry-http.ts',
      'shared/authority/taxauth/connections/authority-client.ts',
      'shared/authority/taxauth/connections/oauth.ts',
      'shared/platform/aws/environment.ts',
      'shared/platform/settings/settings.ts',
    ]);
    expect(using('callAuthority')).toEqual([
      'shared/authority/calls/call.ts',
      'shared/authority/registries/registry-http.ts',
      'shared/authority/taxauth/client/transport.ts',
      'shared/authority/taxauth/connections/authority-client.ts',
      'shared/authority/taxauth/connections/oauth.ts',
    ]);
  });

  it('clients are made with that call in one file', () => {
    expect(using('taxauthClient')).toEqual([
      'shared/authority/taxauth/client/client.ts',
      'shared/authority/taxauth/connections/authority-client.ts',
    ]);
    expect(using('transportClient')).toEqual([
      'shared/authority/taxauth/client/transport-client.ts',
      'shared/authority/taxauth/connections/authority-client.ts',
    ]);
  });
});

/** They compare addresses and connect to none. */
const ADDRESSES_ONLY = ['shared/output/webhooks/post/public-addresses.ts', 'shared/output/webhooks/post/receiver.ts'];
