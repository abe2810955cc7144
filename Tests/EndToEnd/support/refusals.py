"""What a request was refused with."""


def refusal(answer):
    """The status and the stable code of an answer; no code for one that is no problem."""
    is_problem = answer.headers.get_content_type() == "application/problem+json"
    return answer.status, answer.json["code"] if is_problem else None
