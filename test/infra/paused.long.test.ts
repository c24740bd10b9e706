import { beforeAll, describe, expect, it } from 'vitest';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { readStages } from '../../infra/stage/stages.ts';
import { ofType, type StackTemplate, STAGE, synthesise, partOfSystem } from './synthesis.ts';

/** A stage that is paused for a restore: only the operator changes its table. */

let system: System;
beforeAll(async () => {
  system = await partOfSystem();
});

const schedules = (of: StackTemplate[]): unknown[] =>
  ofType(of, 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties['State']);
const consumers = (of: StackTemplate[]): unknown[] =>
  ofType(of, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties['Enabled']);
const throttling = (of: StackTemplate[]): unknown[] =>
  ofType(of, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties['DefaultRouteSettings']);

const OPEN = [expect.objectContaining({ ThrottlingBurstLimit: 2000, ThrottlingRateLimit: 1000 })];
const CLOSED = [expect.objectContaining({ ThrottlingBurstLimit: 0, ThrottlingRateLimit: 0 })];

describe('`paused` of a stage', () => {
  it.each([
    [undefined, 'ENABLED', true, OPEN],
    ['background' as const, 'DISABLED', false, OPEN],
    ['all' as const, 'DISABLED', false, CLOSED],
  ])('%s: every schedule is %s, every consumer enabled is %s', (paused, state, enabled, limits) => {
    const templates = synthesise(system, { ...STAGE, paused });
    expect(schedules(templates).length).toBeGreaterThan(5);
    expect(new Set(schedules(templates))).toEqual(new Set([state]));
    // Queues and the stream. It is stated for a running stage as well, so that the deploy after a pause turns them on again.
    expect(consumers(templates).length).toBeGreaterThan(10);
    expect(new Set(consumers(templates))).toEqual(new Set([enabled]));
    expect(throttling(templates)).toEqual(limits);
  });

  it('has no other active trigger: no rules of EventBridge, no subscriptions of functions', () => {
    const templates = synthesise(system, { ...STAGE, paused: 'all' });
    expect(ofType(templates, 'AWS::Events::Rule')).toEqual([]);
    expect(ofType(templates, 'AWS::SNS::Subscription').filter(({ Properties }) => Properties['Protocol'] === 'lambda')).toEqual(
      [],
    );
    // Settings of single routes would take precedence over those of the stage.
    for (const { Properties } of ofType(templates, 'AWS::ApiGatewayV2::Stage'))
      expect(Properties['RouteSettings']).toBeUndefined();
  });

  it('is off in cdk.json, and rejects other values', () => {
    const { name, ...settings } = STAGE;
    expect(() => readStages({ [name]: { ...settings, paused: true } })).toThrow(/paused/);
    expect(readStages({ [name]: { ...settings, paused: 'all' } })[0]?.paused).toBe('all');
    expect(readStages({ [name]: settings })[0]?.paused).toBeUndefined();
  });
});
