import { languageApi } from '#features/account/language/contract.ts'
import { LanguageChoices } from '#features/account/language/web/language-parts.tsx'
import { languageNames } from '#kit/messages.ts'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'

/** The language of everyone at the school who hasn’t chosen one. */
export function SchoolLanguage({ isAdmin }: { isAdmin: boolean }) {
  const { reply, problem, again } = useLatestReply(languageApi.schoolLanguage, {})
  const action = useAction(languageApi.chooseSchoolLanguage, { refreshes: [languageApi.schoolLanguage] })
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (!reply) return <Skeleton lines={3} width="40%" />
  const { language } = reply.response
  if (!isAdmin)
    return (
      <p>
        {language ? languageNames[language] : 'Not chosen'}. Only organisation admins and the primary contact can change
        this.
      </p>
    )
  return (
    <div className="stack gap-12 max-640">
      <p className="quiet">For everyone at your school who hasn’t chosen a language, from their next sign-in.</p>
      {action.problem && <ErrorBox messages={action.problem.messages} />}
      <LanguageChoices
        name="school-language"
        legend="Your school’s language"
        chosen={language}
        none="Not chosen"
        busy={action.busy}
        onChoose={(language) =>
          void action.run({ language }).then(
            () => announce('Language saved'),
            () => undefined,
          )
        }
      />
    </div>
  )
}
