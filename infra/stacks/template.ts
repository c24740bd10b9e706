import { Fn } from 'aws-cdk-lib';
import type { Statement } from '../grants/statement.ts';

/** A value with `Fn.sub` applied to every string that contains `${AWS::…}`. */
export function substituted<T>(value: T): T {
  if (typeof value === 'string') return (value.includes('${AWS::') ? Fn.sub(value) : value) as T;
  if (Array.isArray(value)) return value.map(substituted) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, substituted(inner)])) as T;
}

export const policyDocument = (statements: readonly Statement[], Effect: 'Allow' | 'Deny' = 'Allow'): object => ({
  Version: '2012-10-17',
  Statement: statements.map(statement => ({ Effect, ...substituted(statement) })),
});

/**
 * A trust policy for an AWS service.
 *
 * @param forThisAccount only on behalf of resources of this account (confused deputy protection)
 */
export const assumedBy = (service: string, forThisAccount = false): object => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Service: service },
      Action: 'sts:AssumeRole',
      ...(forThisAccount && { Condition: { StringEquals: { 'aws:SourceAccount': Fn.ref('AWS::AccountId') } } }),
    },
  ],
});

/** X-Ray knows no resources for the traces that a role sends (Service Authorization Reference). */
export const MAY_TRACE: Statement = { Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: ['*'] };

/** `submit-invoice` → `SubmitInvoice`: logical ids are letters and digits. */
export const logicalId = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
