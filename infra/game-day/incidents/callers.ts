import { readDemo } from '../../local/demo/demo-data.ts';
import type { Incident } from '../incident.ts';

/** Somebody tries to get in, or calls more than the account can serve. */

export const CALLERS: Incident[] = [
  {
    id: 'token-stolen',
    title: 'A refresh token is used a second time',
    rings: ['security-incidents'],
    async happens(system) {
      const { email, password } = readDemo(system.dataDir);
      const { body } = await system.api('POST', '/api/auth', { body: { email, password } });
      const refresh = () =>
        system.api('POST', '/api/auth/token/refresh', {
          body: { refresh_token: (body as { refresh_token: string }).refresh_token },
        });
      await refresh();
      await system.pass(5);
      const { status } = await refresh();
      await system.settle();
      return status === 401 ? [] : [`The second use answered ${status}.`];
    },
  },
  {
    id: 'passwords-guessed',
    title: 'Somebody tries 510 passwords within five minutes',
    rings: ['logins-refused'],
    async happens(system) {
      for (let guess = 0; guess < 510; guess++)
        await system.api('POST', '/api/auth', {
          body: { email: `nobody-${guess}@game-day.example`, password: 'Wrong-password-1' },
        });
      await system.settle();
    },
  },
  {
    id: 'credential-expired',
    title: 'A client repeats an API key that is not valid, 1,010 times within five minutes',
    rings: ['answers-refused'],
    async happens(system) {
      const token = `${system.scope.token.slice(0, -6)}zzzzzz`;
      for (let request = 0; request < 1_010; request++) await system.api('GET', '/api/v1/clients', { ...system.scope, token });
      await system.settle();
    },
  },
  {
    id: 'functions-throttled',
    title: 'The account has reached its limit of concurrent executions',
    rings: ['functions-throttled', 'api-5xx'],
    async happens(system) {
      system.watch.concurrency = 2;
      await Promise.all(Array.from({ length: 40 }, () => system.once('GET', '/api/v1/clients')));
      system.watch.concurrency = Infinity;
      await system.work(2, { mail: true });
      await system.pass(30);
    },
  },
];
