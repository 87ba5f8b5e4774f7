import './camera-dialog.css'
import { Flashlight, Volume2, VolumeX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { counted } from '#kit/web/format.ts'
import { pageLanguage } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { words as say } from '../../messages.ts'
import { failureWords, hasTorch, lightTorch } from './open-camera.ts'
import type { Codes } from './read-picture.ts'
import { type SeenCode, watchCodes } from './sightings.ts'
import { signalRead, soundIsOn, switchSound } from './signal.ts'
import { type Camera, useCamera } from './use-camera.ts'

/** Reads one code after the other and passes each on at once. */
export function CameraDialog({
  codes = 'books',
  noteOf,
  onCode,
  onClose,
}: {
  codes?: Codes
  /** The text about a code that was read. */
  noteOf: (code: string) => string
  onCode: (code: string) => void
  onClose: () => void
}) {
  const [read, setRead] = useState<string[]>([])
  return (
    <Dialog
      title={say.scanWithCamera}
      lang={pageLanguage()}
      shape="wide"
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          {read.length === 0 ? say.close : say.done}
        </Button>
      }
    >
      <CameraView
        read={read}
        kind={codes}
        noteOf={noteOf}
        onRead={(code) => {
          onCode(code)
          setRead((before) => [code, ...before])
        }}
      />
    </Dialog>
  )
}

/** The outcome of a scanned code: books are added to a list. */
const readOf = (kind: Codes, code: string) => (kind === 'books' ? say.codeAdded({ code }) : say.codeRead({ code }))
const readBefore = (kind: Codes, code: string) =>
  kind === 'books' ? say.alreadyAdded({ code }) : say.alreadyRead({ code })

function CameraView({
  read,
  kind,
  noteOf,
  onRead,
}: {
  read: string[]
  kind: Codes
  noteOf: (code: string) => string
  onRead: (code: string) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const codes = useRef(watchCodes()).current
  const [notice, setNotice] = useState('')
  const [device, setDevice] = useState<string>()
  const [turn, setTurn] = useState(0)
  const add = useRef(onRead)
  useEffect(() => {
    add.current = onRead
  })
  const seen = useCallback(
    (found: SeenCode[]) => {
      const { fresh, again } = codes.see(found, performance.now())
      for (const code of fresh) {
        signalRead()
        add.current(code)
        setNotice(readOf(kind, code))
      }
      if (fresh.length === 0 && again.length > 0) setNotice(readBefore(kind, again[0]!))
    },
    [codes, kind],
  )
  const camera = useCamera(video, device, turn, kind, seen)

  return (
    <div className="camera stack gap-20">
      <div className="camera-view stack place-center rounded on-sunken relative">
        <video
          className="w-full"
          ref={video}
          muted
          playsInline
          aria-label={say.cameraView}
          hidden={camera.is === 'failed'}
        />
        {camera.is === 'on' && <span className="camera-frame" aria-hidden />}
        {camera.is === 'starting' && <p className="camera-starting aside on-surface relative">{say.startingCamera}</p>}
        {camera.is === 'failed' && (
          <ErrorBox messages={[failureWords[camera.why]]} onRetry={() => setTurn((last) => last + 1)} />
        )}
      </div>
      <div className="camera-side stack gap-12 content-start min-w-0">
        <p className="camera-told aside" role="status">
          {notice || say.holdCode}
        </p>
        {camera.is === 'on' && <CameraTools camera={camera} onDevice={setDevice} />}
        {read.length > 0 && (
          <>
            <h3 className="text-small weight-600">
              {say.codesRead({ codes: counted(read.length, say.code, say.codes) })}
            </h3>
            <ol className="camera-read line-around unlisted scroll-y ruled">
              {read.map((code) => (
                <li className="stack" key={code}>
                  <span className="code">{code}</span>
                  <span className="one-line ink-2 text-note">{noteOf(code)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  )
}

function CameraTools({
  camera: { track, others },
  onDevice,
}: {
  camera: Extract<Camera, { is: 'on' }>
  onDevice: (id: string) => void
}) {
  const [lit, setLit] = useState(false)
  const [sound, setSound] = useState(soundIsOn)
  return (
    <div className="camera-tools flow gap-8">
      {hasTorch(track) && (
        <Button
          icon={Flashlight}
          on={lit}
          aria-pressed={lit}
          onClick={() => {
            void lightTorch(track, !lit).then(() => setLit(!lit))
          }}
        >
          {say.light}
        </Button>
      )}
      <Button
        icon={sound ? Volume2 : VolumeX}
        on={sound}
        aria-pressed={sound}
        onClick={() => {
          switchSound(!sound)
          setSound(!sound)
        }}
      >
        {say.beep}
      </Button>
      {others.length > 1 && (
        <Select
          label={say.camera}
          labelHidden
          value={track.getSettings().deviceId ?? ''}
          options={others.map(({ deviceId, label }, i) => ({
            value: deviceId,
            label: label || say.cameraNumber({ number: i + 1 }),
          }))}
          onChange={({ target }) => onDevice(target.value)}
        />
      )}
    </div>
  )
}
