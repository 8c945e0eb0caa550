import { Trans, useLingui } from '@lingui/react/macro';
import { documentKeptDays, documentWaitDays } from '@vlam/contract/profiles-identity';
import Camera from 'lucide-react/icons/camera';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { CaptureSheet } from '../../../components/uploads/capture-sheet.tsx';
import { type DocumentType, useDocumentStep } from '../identity-api.ts';
import { useOnePicture } from '../use-one-picture.ts';
import { AgreeCheckbox } from './agree-checkbox.tsx';
import { PhotoInput } from './photo-tile.tsx';

/** Sends a picture of the identity document: the kind and the consent, the camera or a file, and a look before it goes. */
export function DocumentSheet({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState<DocumentType | null>(null);
  return chosen ? (
    <PictureStep documentType={chosen} onClose={onClose} />
  ) : (
    <ConsentStep onClose={onClose} onChosen={setChosen} />
  );
}

function ConsentStep({ onClose, onChosen }: { onClose(): void; onChosen(type: DocumentType): void }) {
  const [type, setType] = useState<DocumentType>('id_document');
  const [agreed, setAgreed] = useState(false);
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Send your identity document</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Take the picture</Trans>}
          disabled={!agreed}
          onConfirm={() => onChosen(type)}
        />
      }
    >
      <RadioRows<DocumentType>
        legend={<Trans>Which document</Trans>}
        value={type}
        onChange={setType}
        options={[
          { value: 'id_document', label: <Trans>ID card or ID book</Trans> },
          { value: 'passport', label: <Trans>Passport</Trans> },
          { value: 'drivers_license', label: <Trans>Driver's licence</Trans> },
        ]}
      />
      <ul className="mt-4 text-muted">
        <Fact>
          <Trans>Staff with permission open it after proving again who they are, and every look is recorded.</Trans>
        </Fact>
        <Fact>
          <Trans>
            It is stored encrypted. No member can open it, and there is no address at which it could be found.
          </Trans>
        </Fact>
        <Fact>
          <Trans>
            It is deleted {documentKeptDays} days after the decision, and after {documentWaitDays} days if nobody
            decides.
          </Trans>
        </Fact>
      </ul>
      <AgreeCheckbox checked={agreed} onChange={setAgreed}>
        <Trans>
          I agree that staff compare this document with my account, my first photo and a selfie I send for it. It is
          used for nothing else.
        </Trans>
      </AgreeCheckbox>
    </Sheet>
  );
}

const Fact = ({ children }: { children: ReactNode }) => (
  <li className="border-line border-t py-3 text-sm last:border-b">{children}</li>
);

function PictureStep({ documentType, onClose }: { documentType: DocumentType; onClose(): void }) {
  const { t } = useLingui();
  const [capturing, setCapturing] = useState(false);
  const step = useDocumentStep();
  const { taken, problem, isSending, take, send } = useOnePicture('document', async (mediaId) => {
    await step.mutateAsync({ step: 'send', mediaId, documentType });
    onClose();
  });
  const hasCamera = Boolean(navigator.mediaDevices);
  if (capturing) return <CaptureSheet kind="image" onFile={take} onClose={() => setCapturing(false)} />;
  const file = (
    <PhotoInput
      label={t`Choose a picture of the document`}
      onFile={take}
      className={buttonStyle({ size: 'lg', variant: taken || hasCamera ? 'quiet' : 'primary' })}
    >
      {taken && !hasCamera ? <Trans>Again</Trans> : <Trans>Choose a file</Trans>}
    </PhotoInput>
  );
  const camera = hasCamera ? (
    <Button
      size="lg"
      variant={taken ? 'quiet' : 'primary'}
      icon={<Camera size={18} />}
      disabled={isSending}
      onClick={() => setCapturing(true)}
    >
      {taken ? <Trans>Again</Trans> : <Trans>Camera</Trans>}
    </Button>
  ) : null;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={isSending}
      title={<Trans>Your identity document</Trans>}
      actions={
        taken ? (
          <>
            {camera ?? file}
            <Button
              size="lg"
              variant="primary"
              busy={isSending}
              busyLabel={<Trans>Sending</Trans>}
              onClick={() => void send()}
            >
              <Trans>Send it</Trans>
            </Button>
          </>
        ) : (
          <>
            {file}
            {camera}
          </>
        )
      }
    >
      {taken ? (
        <img
          src={taken.src}
          alt={t`Your document`}
          className="max-h-[48dvh] w-full rounded-card bg-surface-2 object-contain"
        />
      ) : null}
      <p className="mt-3 text-muted text-sm">
        <Trans>
          The whole page with your photo, your name and your date of birth, in focus and without glare. Nothing may be
          covered.
        </Trans>
      </p>
      {problem ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </Sheet>
  );
}
