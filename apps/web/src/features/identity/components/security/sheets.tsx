import { AgreementsSheet } from './agreements-sheet.tsx';
import { AuthenticatorSheet } from './authenticator-sheet.tsx';
import { EmailSheet } from './email-sheet.tsx';
import { AddPasskeySheet } from './passkey-sheet.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { RecoverySheet } from './recovery-codes.tsx';
import { DisableSheet, RemovePasskeySheet } from './remove-sheets.tsx';
import type { SecuritySheet } from './sheet-kinds.ts';

/** The sheets of the account's security, loaded together. */
export function SecuritySheets(props: { sheet: SecuritySheet; open: boolean; onClose(): void }) {
  const { sheet, open, onClose } = props;
  switch (sheet.kind) {
    case 'email':
      return open ? <EmailSheet security={sheet.security} open onClose={onClose} /> : null;
    case 'password':
      return open ? <PasswordSheet security={sheet.security} open onClose={onClose} /> : null;
    case 'authenticator':
      return (
        <AuthenticatorSheet key={sheet.secret} secret={sheet.secret} uri={sheet.uri} open={open} onClose={onClose} />
      );
    case 'recovery':
      return <RecoverySheet codes={sheet.codes} open={open} onClose={onClose} />;
    case 'agreements':
      return <AgreementsSheet open={open} onClose={onClose} />;
    case 'disable':
      return <DisableSheet open={open} onClose={onClose} />;
    case 'add-passkey':
      return open ? <AddPasskeySheet onClose={onClose} /> : null;
    case 'remove-passkey':
      return <RemovePasskeySheet passkey={sheet.passkey} open={open} onClose={onClose} />;
  }
}
