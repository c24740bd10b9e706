import { NO_ICON, PAGE_STYLE } from './page-style.ts';

/**
 * A page that uses passkeys with the API like a web application: it registers one and logs in with one. Only the local runtime
 * serves it, for manual use and for the browser test.
 */
export const passkeyPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Passkeys</title>
${NO_ICON}
<style>${PAGE_STYLE}
  body { max-width: 26rem }
  label, button { display: block; width: 100%; margin: .5rem 0 }
  input { width: 100%; padding: .5rem }
  button { padding: .6rem; cursor: pointer }
  output { display: block; margin-top: 1.5rem; white-space: pre-wrap; overflow-wrap: anywhere }
</style>
</head>
<body>
<nav><a href="/_local">Back to /_local</a></nav>
<main>
<h1>Passkeys</h1>
<form id="form">
  <label>Email <input id="email" type="email" autocomplete="username webauthn"></label>
  <label>Password <input id="password" type="password" autocomplete="current-password"></label>
  <button id="login" type="button">Sign in with the password</button>
  <button id="register" type="button">Add a passkey</button>
  <button id="passkey" type="button">Sign in with a passkey</button>
</form>
<output id="outcome"></output>
</main>
<script type="module">
  // Passkeys belong to a domain; an address is none.
  if (location.hostname !== 'localhost') location.hostname = 'localhost';

  const field = id => document.getElementById(id);
  let token;

  async function call(path, body) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) },
      body: JSON.stringify(body ?? {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(response.status + ' ' + (answer.error?.message ?? answer.error));
    return answer;
  }

  async function whoAmI() {
    const response = await fetch('/api/v1/me', { headers: { authorization: 'Bearer ' + token } });
    return (await response.json()).email;
  }

  const actions = {
    async login() {
      ({ token } = await call('/api/auth', { email: field('email').value, password: field('password').value }));
      return 'Signed in as ' + await whoAmI();
    },
    async register() {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await call('/api/v1/passkey/register/options'));
      const credential = await navigator.credentials.create({ publicKey });
      const { name } = await call('/api/v1/passkey/register', { name: 'This browser', response: credential.toJSON() });
      return 'Registered ' + name;
    },
    async passkey() {
      token = undefined;
      const email = field('email').value || undefined;
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await call('/api/auth/passkey/login/options', { email }));
      const credential = await navigator.credentials.get({ publicKey });
      ({ token } = await call('/api/auth/passkey/login', { response: credential.toJSON() }));
      return 'Signed in as ' + await whoAmI();
    },
  };

  for (const [name, action] of Object.entries(actions)) {
    field(name).addEventListener('click', async () => {
      const outcome = field('outcome');
      outcome.dataset.state = 'busy';
      outcome.textContent = '';
      try {
        outcome.textContent = await action();
        outcome.dataset.state = 'done';
      } catch (error) {
        outcome.textContent = error.name + ': ' + error.message;
        outcome.dataset.state = 'failed';
      }
    });
  }
</script>
</body>
</html>
`;
