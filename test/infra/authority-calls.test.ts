import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** The limits of the tax authority are counted where it is called: `callAuthority` (shared/authority/call.ts). Nobody calls it otherwise. */

const root = join(import.meta.dirname, '..', '..');
const files = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root }).sort();

/** The names and imported modules of a file's code, without comments and texts. */
function wordsOf(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) words.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return words;
}

const words = new Map(files.map(file => [file, wordsOf(file)]));
const using = (...wanted: string[]): string[] => files.filter(file => wanted.some(word => words.get(file)?.has(word)));

/** All that reaches the network by itself, beside the clients of AWS, and whom it reaches. */
const NETWORK: Record<string, string> = {
  'shared/anchors/timestamp-authority.ts': 'the time-stamping authority',
  'shared/authority/call.ts': 'the tax authority and its registers',
  'shared/exchange-rates/source.ts': 'the national bank',
  'shared/identity/sign-in/captcha.ts': 'the provider of captchas',
  'shared/identity/sign-in/idp.ts': 'the identity provider',
  'shared/registries/vat-registry.ts': "the European Commission's register, which is none of the authority's",
  'shared/webhooks/post/post.ts': 'receivers of webhooks',
};

describe('the tax authority is called in one place', () => {
  it('nothing else reaches the network by itself', () => {
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
    expect(direct).toEqual(Object.keys(NETWORK).filter(file => files.includes(file)));
  });

  it('who knows an address of the authority calls it there, and names what is counted', () => {
    const knowing = using('taxauthUrl', 'taxauthTransportUrl', 'TAXAUTH_OAUTH_URL', 'COMPANY_REGISTRY_URL', 'TAXAUTH_URL');
    expect(knowing).toEqual([
      'shared/aws/environment.ts',
      'shared/registries/registry-http.ts',
      'shared/settings/settings.ts',
      'shared/taxauth/connections/authority-client.ts',
      'shared/taxauth/connections/oauth.ts',
    ]);
    expect(using('callAuthority')).toEqual([
      'shared/authority/call.ts',
      'shared/registries/registry-http.ts',
      'shared/taxauth/client/transport.ts',
      'shared/taxauth/connections/authority-client.ts',
      'shared/taxauth/connections/oauth.ts',
    ]);
  });

  it('clients are made with that call in one file', () => {
    expect(using('taxauthClient')).toEqual(['shared/taxauth/client/client.ts', 'shared/taxauth/connections/authority-client.ts']);
    expect(using('transportClient')).toEqual([
      'shared/taxauth/client/transport-client.ts',
      'shared/taxauth/connections/authority-client.ts',
    ]);
  });
});

/** They compare addresses and connect to none. */
const ADDRESSES_ONLY = ['shared/webhooks/post/addresses.ts', 'shared/webhooks/post/receiver.ts'];
