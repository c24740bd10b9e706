import { beforeAll, describe, expect, it } from 'vitest';
import { type Resource, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

let templates: StackTemplate[];

beforeAll(async () => {
  templates = synthesise(await systemOf());
});

/** CloudFormation deletes the resources of a failed creation, the CDK deletes the failed stack, and the next attempt creates them again. */
describe('a first deploy that failed can be repeated', () => {
  it('no resource is kept after a failed creation: its name would be taken in the next attempt', () => {
    const policies = templates.flatMap(({ resources }) => Object.entries(resources).map(([id, one]) => [id, one.DeletionPolicy]));
    expect(policies.length).toBeGreaterThan(400);
    expect(policies.filter(([, policy]) => ![undefined, 'Delete', 'RetainExceptOnCreate'].includes(policy))).toEqual([]);
  });

  it('no stack is protected against deletion: the CDK turns that on before anything is created', () => {
    expect(templates.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
  });

  it('the table, which a rollback cannot delete, is created after everything that does not need it', () => {
    const resources: Record<string, Resource> = templates.find(({ stack }) => stack === `${STAGE.name}-data`)?.resources ?? {};
    const others = Object.entries(resources).filter(([id, one]) => id !== 'Table' && !text(one.Properties).includes('"Table"'));
    expect(others.length).toBeGreaterThan(8);
    // The key by the reference of its ARN, all others by name.
    const named = [...(resources['Table']?.DependsOn ?? []), keyOf(resources['Table'])];
    expect(named.toSorted()).toEqual(others.map(([id]) => id).toSorted());
  });
});

/** The key that encrypts the table. */
const keyOf = (table: Resource | undefined): string => {
  const { KMSMasterKeyId } = table?.Properties['SSESpecification'] as { KMSMasterKeyId: { 'Fn::GetAtt': string[] } };
  return KMSMasterKeyId['Fn::GetAtt'][0] ?? '';
};
