import { once } from 'node:events';
import { connect } from 'node:net';

const openStream =
  "<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";
const resource = 'tab';

export interface XmppClient {
  send(to: string, text: string): void;
}

/** Signs a member in, whose name is the password, and passes on the text of each message (digits only). */
export async function openXmpp(port: number, name: string, onText: (text: string) => void): Promise<XmppClient> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true).setEncoding('utf8');
  await once(socket, 'connect');
  let received = '';
  let wake = () => {};
  socket.on('data', (data: string) => {
    received += data;
    wake();
  });
  socket.on('error', (error) => {
    throw error;
  });
  const until = async (ending: string) => {
    while (!received.includes(ending)) {
      if (received.includes('<failure')) throw new Error(`ejabberd refused ${name}: ${received}`);
      await new Promise<void>((done) => {
        wake = done;
      });
    }
    received = '';
  };
  socket.write(openStream);
  await until('</stream:features>');
  const secret = Buffer.from(`\0${name}\0${name}`).toString('base64');
  socket.write(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`);
  await until('<success');
  socket.write(openStream);
  await until('</stream:features>');
  socket.write(
    `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>${resource}</resource></bind></iq>`,
  );
  await until('</iq>');
  socket.write('<presence/>');
  wake = () => {
    let at = 0;
    for (;;) {
      const end = received.indexOf('</message>', at);
      if (end < 0) break;
      const text = /<body>(\d+)<\/body>/.exec(received.slice(at, end))?.[1];
      at = end + '</message>'.length;
      if (text) onText(text);
    }
    if (at > 0) received = received.slice(at);
  };
  return {
    send: (to, text) =>
      void socket.write(`<message to='${to}@localhost/${resource}' type='chat'><body>${text}</body></message>`),
  };
}
