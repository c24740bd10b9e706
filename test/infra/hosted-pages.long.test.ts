import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiBody } from '../../infra/api/api-body.ts';
import { LONG } from '../support/effort.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, partOfSystem } from './synthesis.ts';

/** What `appUrl` of a stage changes in the templates: where links lead to. The hosted pages are deployed in any case. */
const APP = 'https://app.acme.example/billing';

let withApp: StackTemplate[];
let without: StackTemplate[];
beforeAll(async () => {
  // The whole system in the long run; otherwise these areas, which are enough to see what the environment of a function has.
  const system = await (LONG ? systemOf() : partOfSystem());
  withApp = synthesise(system, { ...STAGE, appUrl: APP });
  without = synthesise(system, { ...STAGE, appUrl: undefined });
});

/** The values of `APP_URL` in all functions that have one. */
const targets = (templates: readonly StackTemplate[]): unknown[] =>
  ofType(templates, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
    const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    return 'APP_URL' in Variables ? [Variables['APP_URL']] : [];
  });

const pagesOf = (templates: readonly StackTemplate[]): string[] => {
  const { paths } = ofType(templates, 'AWS::ApiGatewayV2::Api')[0]?.Properties['Body'] as ApiBody;
  return Object.keys(paths).filter(path => path.startsWith('/pages'));
};

describe('appUrl of a stage', () => {
  it('is the target of links in all functions; without it, links lead to the pages of the service', () => {
    expect(targets(withApp).length).toBeGreaterThan(LONG ? 200 : 60);
    expect(new Set(targets(withApp))).toEqual(new Set([APP]));
    expect(targets(without)).toHaveLength(targets(withApp).length);
    expect(new Set(targets(without))).toEqual(new Set([`${STAGE.apiUrl}/pages`]));
  });

  it('does not move the hosted pages: those for unsubscribing are used in any case', () => {
    expect(pagesOf(withApp)).toContain('/pages/unsubscribe/{token}');
    expect(pagesOf(withApp)).toEqual(pagesOf(without));
  });
});
