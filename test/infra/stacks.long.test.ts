import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiBody, integrationsOf } from '../../infra/api/api-body.ts';
import type { EndpointEntry } from '../../infra/catalogue.ts';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { locking, ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

/** Stacks of stages with other settings, and of an API that has grown. */

let system: System;

beforeAll(async () => {
  system = await systemOf();
});

describe('files and keys', () => {
  it('a stage without years locks nothing, and a stage may lock for longer', () => {
    const none = locking(synthesise(system, { ...STAGE, evidenceRetentionYears: 0 }));
    expect(none.statements).toEqual([]);
    expect(new Set(none.years)).toEqual(new Set(['0']));
    const long = locking(synthesise(system, { ...STAGE, evidenceRetentionYears: 10 }));
    expect(text(long.statements[0]?.Condition)).toContain(`"${12 * 366}"`);
    expect(new Set(long.years)).toEqual(new Set(['10']));
  });

  it('a stage may lock its anchors permanently, and for longer', () => {
    const settings = { anchors: { mode: 'COMPLIANCE', years: 12 } } as const;
    const resources = synthesise(system, { ...STAGE, ...settings });
    const [bucket] = ofType(resources, 'AWS::S3::Bucket').filter(({ Properties }) =>
      text(Properties).includes('invoicing-anchors'),
    );
    expect(bucket?.Properties['ObjectLockConfiguration']).toMatchObject({
      Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 12 * 366 } },
    });
  });
});

describe('the limits of CloudFormation, Lambda and API Gateway', () => {
  /** The catalogue as it will be with some 300 endpoints: some of today's twice, in all areas alike. */
  function grown(endpoints: readonly EndpointEntry[], wanted: number): EndpointEntry[] {
    return Array.from({ length: wanted }, (_, place) => {
      const entry = endpoints[Math.floor((place * endpoints.length) / wanted)] as EndpointEntry;
      const { definition } = entry.handler;
      return {
        ...entry,
        name: `${entry.name}-${place}`,
        handler: Object.assign(() => Promise.resolve({}), { definition: { ...definition, path: `${definition.path}/${place}` } }),
      };
    });
  }

  const bodyOf = (of: readonly StackTemplate[]): ApiBody =>
    ofType(of, 'AWS::ApiGatewayV2::Api')[0]?.Properties['Body'] as ApiBody;

  it('with 300 endpoints no stack comes near 500 resources or 1 MB; the API needs one integration more than AWS permits', () => {
    const endpoints = grown(system.catalogue.endpoints, 300);
    const large = synthesise({ ...system, catalogue: { ...system.catalogue, endpoints } });
    const functions = ofType(large, 'AWS::Lambda::Function').length;
    expect(functions).toBe(300 + system.catalogue.background.length + 1);
    // One API can have at most 299 endpoints; docs/architecture.md (Decisions) says what comes then.
    expect(integrationsOf(bodyOf(large)).length).toBe(301);
    for (const { stack, resources, bytes } of large) {
      expect(Object.keys(resources).length, stack).toBeLessThan(400);
      expect(bytes, stack).toBeLessThan(700_000);
    }
    for (const role of ofType(large, 'AWS::IAM::Role')) {
      // IAM counts without white space: 10,240 characters for the inline policies of a role.
      expect(JSON.stringify(role.Properties['Policies']).length).toBeLessThan(10_240);
    }
  });
});
